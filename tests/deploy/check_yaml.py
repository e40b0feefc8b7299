"""The jobs of Kubernetes and SkyPilot: that they parse, and hold what they need."""
import subprocess
import sys

import yaml

problems = []


def require(holds, what):
    if not holds:
        problems.append(what)


def documents(path):
    with open(path, encoding="utf-8") as file:
        return [document for document in yaml.safe_load_all(file) if document]


def check_rights(path, pod):
    """No rights beyond those of a user without privileges; the root file system is read-only, /tmp is a volume."""
    own = pod.get("securityContext", {})
    require(own.get("runAsNonRoot") is True and own.get("runAsUser", 0) > 0, f"{path}: runs as root")
    require(own.get("seccompProfile") == {"type": "RuntimeDefault"}, f"{path}: system calls are not limited")
    require(pod.get("automountServiceAccountToken") is False, f"{path}: the pod may call the cluster")
    kinds = {volume["name"]: set(volume) - {"name"} for volume in pod.get("volumes", [])}
    for container in pod["containers"]:
        rights = container.get("securityContext", {})
        require(rights.get("allowPrivilegeEscalation") is False, f"{path}: privileges may grow")
        require(rights.get("capabilities") == {"drop": ["ALL"]}, f"{path}: capabilities are kept")
        require(rights.get("readOnlyRootFilesystem") is True, f"{path}: the root file system is writable")
        require(not set(rights) & {"privileged", "runAsUser", "runAsNonRoot", "seccompProfile"}, f"{path}: a container has rights of its own")
        writable = {mount["mountPath"]: kinds.get(mount["name"]) for mount in container.get("volumeMounts", []) if not mount.get("readOnly")}
        require(writable.pop("/tmp", None) == {"emptyDir"}, f"{path}: nowhere to write temporary files")
        require(set(writable) <= {"/results"}, f"{path}: more than the results is writable")


def check_job(path, job):
    require(job.get("apiVersion") == "batch/v1" and job.get("kind") == "Job", f"{path}: not a batch/v1 Job")
    require(job["metadata"].get("name"), f"{path}: no name")
    spec = job["spec"]
    require(isinstance(spec.get("backoffLimit"), int), f"{path}: no backoffLimit")
    rules = spec["podFailurePolicy"]["rules"]
    require(any(rule["action"] == "Ignore" for rule in rules), f"{path}: a lost node would count as a failure")
    pod = spec["template"]["spec"]
    require(pod["restartPolicy"] == "Never", f"{path}: podFailurePolicy needs restartPolicy Never")
    require(pod["terminationGracePeriodSeconds"] >= 30, f"{path}: no time to stop")
    volumes = {volume["name"] for volume in pod["volumes"]}
    for container in pod["containers"]:
        require(container["resources"]["limits"].get("nvidia.com/gpu") == 1, f"{path}: no GPU")
        require(container["image"] and container["command"], f"{path}: nothing to run")
        for mount in container["volumeMounts"]:
            require(mount["name"] in volumes, f"{path}: no volume {mount['name']}")
    check_rights(path, pod)
    return spec, pod


for document in documents("deploy/kubernetes/job.yaml"):
    if document["kind"] == "Job":
        check_job("job.yaml", document)
    else:
        require(document["kind"] == "PersistentVolumeClaim", "job.yaml: what is that?")

indexed, = documents("deploy/kubernetes/indexed-job.yaml")
spec, pod = check_job("indexed-job.yaml", indexed)
require(spec["completionMode"] == "Indexed", "indexed-job.yaml: not indexed")
tasks = {entry["name"]: entry["value"] for entry in pod["containers"][0]["env"]}["EVODOKU_TASKS"]
require(tasks == str(spec["completions"]), "indexed-job.yaml: EVODOKU_TASKS is not the number of completions")

mpi, = documents("deploy/kubernetes/mpi-job.yaml")
require(mpi["apiVersion"] == "kubeflow.org/v2beta1" and mpi["kind"] == "MPIJob", "mpi-job.yaml: not an MPIJob")
replicas = mpi["spec"]["mpiReplicaSpecs"]
launcher = replicas["Launcher"]["template"]["spec"]["containers"][0]
worker = replicas["Worker"]["template"]["spec"]["containers"][0]
require(launcher["command"][:3] == ["mpirun", "-n", str(replicas["Worker"]["replicas"])], "mpi-job.yaml: not a rank per worker")
for code, expected in ((0, True), (1, True), (4, False)):
    done = subprocess.run(["sh", "-c", launcher["command"][5].replace("evodoku", "sh"), "", "-c", f"exit {code}"], check=False)
    require((done.returncode == 0) == expected, f"mpi-job.yaml: exit code {code} is taken for another")
require(worker["resources"]["limits"]["nvidia.com/gpu"] == mpi["spec"]["slotsPerWorker"] == 1, "mpi-job.yaml: not a GPU per rank")
require(launcher["image"] == worker["image"], "mpi-job.yaml: ranks have different programs")
pod = replicas["Worker"]["template"]["spec"]  # rank 0 is on a worker
volumes = {volume["name"]: volume for volume in pod["volumes"]}
folders = {mount["mountPath"]: volumes[mount["name"]] for mount in worker["volumeMounts"]}
for replica in replicas.values():
    check_rights("mpi-job.yaml", replica["template"]["spec"])
arguments = launcher["args"]
checkpoint = arguments[arguments.index("--checkpoint") + 1]
require(arguments[arguments.index("--resume") + 1] == checkpoint, "mpi-job.yaml: a retry would not resume")
for file in (checkpoint, arguments[arguments.index("--output") + 1]):
    require("persistentVolumeClaim" in folders.get(file.rpartition("/")[0], {}), f"mpi-job.yaml: {file} would be lost with its pod")

ranks, = documents("deploy/skypilot/ranks.yaml")
require(ranks["num_nodes"] > 1 and "mpirun --host" in ranks["run"], "ranks.yaml: not one run on several nodes")
require("EVODOKU_MPI=on" in ranks["setup"], "ranks.yaml: the program may be built without MPI")

sky, = documents("deploy/skypilot/spot.yaml")
require(set(sky) <= {"name", "num_nodes", "resources", "envs", "file_mounts", "setup", "run"}, "spot.yaml: unknown fields")
require(sky["resources"]["use_spot"] is True and sky["resources"]["accelerators"], "spot.yaml: no spot instance with a GPU")
require(sky["file_mounts"]["/results"]["mode"] == "MOUNT", "spot.yaml: results are not mounted")
require("solve-shards" in sky["run"] and "/results" in sky["run"], "spot.yaml: does not run solve-shards into /results")

for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
