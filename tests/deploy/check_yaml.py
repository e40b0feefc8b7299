"""The jobs of Kubernetes and SkyPilot: that they fit their schemas, where the packages kubernetes-validate and skypilot are, and
hold what they need."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile

import yaml

try:
    import kubernetes_validate
except ImportError:
    kubernetes_validate = None
problems = []


def require(holds, what):
    if not holds:
        problems.append(what)


def documents(path):
    with open(path, encoding="utf-8") as file:
        return [document for document in yaml.safe_load_all(file) if document]


def check_schema(path, document):
    if kubernetes_validate is None:
        return
    try:
        kubernetes_validate.validate(document, kubernetes_validate.latest_version(), strict=True)
    except kubernetes_validate.ValidationError as error:
        problems.append(f"{path}: {'.'.join(map(str, error.path))}: {error.message}")


def check_pod(path, pod):
    """No rights beyond those of a user without privileges; the root file system is read-only, /tmp is a volume."""
    check_schema(path, {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "pod"}, "spec": pod})
    own = pod.get("securityContext", {})
    require(own.get("runAsNonRoot") is True and own.get("runAsUser", 0) > 0, f"{path}: runs as root")
    require(own.get("seccompProfile") == {"type": "RuntimeDefault"}, f"{path}: system calls are not limited")
    require(pod.get("automountServiceAccountToken") is False, f"{path}: the pod may call the cluster")
    kinds = {volume["name"]: set(volume) - {"name"} for volume in pod.get("volumes", [])}
    for container in pod["containers"]:
        rights = container.get("securityContext", {})
        require(rights == {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}, "readOnlyRootFilesystem": True},
                f"{path}: a container has other rights")
        mounts = {mount["mountPath"]: mount for mount in container["volumeMounts"]}
        for mount in mounts.values():
            require(mount["name"] in kinds, f"{path}: no volume {mount['name']}")
        writable = {folder: kinds.get(mount["name"]) for folder, mount in mounts.items() if not mount.get("readOnly")}
        require(writable.pop("/tmp", None) == {"emptyDir"}, f"{path}: nowhere to write temporary files")
        require(writable in ({}, {"/results": {"persistentVolumeClaim"}}), f"{path}: results would be lost with the pod")


def is_resumed(arguments):
    """A retry goes on; what it writes is on the volume."""
    files = [arguments[arguments.index(option) + 1] for option in ("--checkpoint", "--resume", "--output")]
    return files[0] == files[1] and "--unsolved-ok" in arguments and all(file.startswith("/results/") for file in files)


def said_by(shell, environment):
    """The last line of a script in which evodoku prints its arguments."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "evodoku")
        program.write_text('#!/bin/sh\necho "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        environment = {"PATH": f"{folder}:{os.environ['PATH']}", **environment}
        return subprocess.run(shell, env=environment, check=True, capture_output=True, text=True, cwd=folder).stdout.split("\n")[:-1]


job, claim = documents("deploy/kubernetes/job.yaml")
for document in (job, claim):
    check_schema("job.yaml", document)
spec, pod = job["spec"], job["spec"]["template"]["spec"]
check_pod("job.yaml", pod)
container, = pod["containers"]
ignored, failed = spec["podFailurePolicy"]["rules"]
require(ignored["action"] == "Ignore", "job.yaml: a lost node would count as a failure")
require(failed["onExitCodes"]["values"] == [2, 3, 70], "job.yaml: retries that do not help")
require(pod["terminationGracePeriodSeconds"] >= 30, "job.yaml: no time to stop")
require(container["resources"]["limits"]["nvidia.com/gpu"] == 1, "job.yaml: no GPU")
parts = {entry["name"]: entry["value"] for entry in container["env"]}["PARTS"]
require(int(parts) == spec["completions"] == spec["parallelism"], "job.yaml: a part has no pod")
arguments = said_by(container["command"] + container["args"], {"JOB_COMPLETION_INDEX": "3", "PARTS": parts})[0].split()
require(is_resumed(arguments), f"job.yaml: a retry would not resume: {arguments}")
require(arguments[arguments.index("--part") + 1] == "4/4" and arguments[-1] == "/puzzles/puzzles.txt", f"job.yaml: {arguments}")

mpi, = documents("deploy/kubernetes/mpi-job.yaml")
require(mpi["apiVersion"] == "kubeflow.org/v2beta1" and mpi["kind"] == "MPIJob", "mpi-job.yaml: not an MPIJob")
replicas = mpi["spec"]["mpiReplicaSpecs"]
for replica in replicas.values():
    check_pod("mpi-job.yaml", replica["template"]["spec"])
launcher, worker = (replicas[role]["template"]["spec"]["containers"][0] for role in ("Launcher", "Worker"))
require(launcher["command"][-3:] == ["-n", str(replicas["Worker"]["replicas"]), "evodoku"], "mpi-job.yaml: not a rank per worker")
wait = int(launcher["command"][launcher["command"].index("odls_base_sigkill_timeout") + 1])
require(10 <= wait and 2 * wait < replicas["Launcher"]["template"]["spec"]["terminationGracePeriodSeconds"], "mpi-job.yaml: no time for a checkpoint")
require(worker["resources"]["limits"]["nvidia.com/gpu"] == mpi["spec"]["slotsPerWorker"] == 1, "mpi-job.yaml: not a GPU per rank")
require(launcher["image"] == worker["image"], "mpi-job.yaml: ranks have different programs")
require(is_resumed(launcher["args"]), "mpi-job.yaml: a retry would not resume")
require("/results" in [mount["mountPath"] for mount in worker["volumeMounts"]], "mpi-job.yaml: rank 0 is on a worker")

ranks, = documents("deploy/skypilot/ranks.yaml")
require(ranks["num_nodes"] > 1 and "mpirun " in ranks["run"], "ranks.yaml: not one run on several nodes")
require("EVODOKU_MPI=on" in ranks["setup"], "ranks.yaml: the program may be built without MPI")

sky, = documents("deploy/skypilot/spot.yaml")
require(set(sky) <= {"name", "num_nodes", "resources", "envs", "file_mounts", "setup", "run"}, "spot.yaml: unknown fields")
require(sky["resources"]["use_spot"] is True and sky["resources"]["accelerators"], "spot.yaml: no spot instance with a GPU")
require(sky["file_mounts"]["/results"]["mode"] == "MOUNT", "spot.yaml: results are not mounted")
parts = [line.split()[4] for line in said_by(
    ["bash", "-c", "cp() { :; }; mv() { :; }; cd() { :; }; nvidia-smi() { :; }\n" + sky["run"].replace("./evodoku info", "").replace("./", "")],
    {"SKYPILOT_NODE_RANK": "1", "SKYPILOT_NUM_NODES": "2", "PARTS": "6", "PUZZLES": "p"})]
require(parts == ["2/6", "4/6", "6/6"], f"spot.yaml: node 1 of 2 solves {parts}")

with tempfile.TemporaryDirectory() as home:
    os.environ.update(HOME=home, SKYPILOT_DISABLE_USAGE_COLLECTION="1")  # it writes, and would tell its makers
    paths = {"deploy/skypilot/ranks.yaml": ranks["num_nodes"], "deploy/skypilot/spot.yaml": 1}
    for path, nodes in paths.items() if importlib.util.find_spec("sky") else ():
        from sky import Task

        try:
            require(Task.from_yaml(path).num_nodes == nodes, f"{path}: SkyPilot reads another number of nodes")
        except (ValueError, TypeError) as error:
            problems.append(f"{path}: {error}")

for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
