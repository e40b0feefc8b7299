# Two stages: the CUDA toolkit builds a bundle; what runs has neither toolkit nor compiler, only that bundle. The GPU's
# driver comes from the host (--gpus all).
#
#   docker build -t evodoku:0.1.0 --build-arg COMMIT="$(git rev-parse --short=12 HEAD)" .
#   docker run --rm --gpus all evodoku:0.1.0 bench -d cpu,cuda:0
# The image runs with any driver from 525.60.13 on: that of the last CUDA 12 serves all of them. With
# --build-arg CUDA_IMAGE=nvidia/cuda:13.0.0-devel-ubuntu24.04 it needs a driver 580 or newer.
#
# The base images are pinned: scripts/build/pin images writes the digests that their tags have now, as for updates of Ubuntu.
ARG CUDA_IMAGE=nvidia/cuda:12.9.1-devel-ubuntu24.04@sha256:020bc241a628776338f4d4053fed4c38f6f7f3d7eb5919fecb8de313bb8ba47c
ARG UBUNTU_IMAGE=ubuntu:24.04@sha256:4fbb8e6a8395de5a7550b33509421a2bafbc0aab6c06ba2cef9ebffbc7092d90

FROM ${CUDA_IMAGE} AS build
# The distribution's own versions; CMake refuses what is too old.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        cmake g++ git libcxxopts-dev libfmt-dev libgtest-dev libhwy-dev libjs-chart.js librandom123-dev librapidcheck-dev libtbb-dev \
        libtomlplusplus-dev libxxhash-dev libzstd-dev ninja-build nlohmann-json3-dev zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
ARG COMMIT=
ARG ARCHITECTURES=
# It runs on the same Ubuntu, whose C and C++ libraries are newer than a bundle for any machine may need.
RUN EVODOKU_BUNDLE_GLIBC=2.39 EVODOKU_BUNDLE_GLIBCXX=3.4.33 \
    EVODOKU_COMMIT="$COMMIT" EVODOKU_BUNDLE_BUILD=/build scripts/release/make-gpu-bundle /bundle ${ARCHITECTURES:+"$ARCHITECTURES"}

FROM ${UBUNTU_IMAGE}
LABEL org.opencontainers.image.title="evodoku" org.opencontainers.image.licenses="MIT"
ENV NVIDIA_VISIBLE_DEVICES=all \
    NVIDIA_DRIVER_CAPABILITIES=compute,utility \
    PATH=/opt/evodoku:$PATH
COPY --from=build /bundle /opt/evodoku
RUN install -d -o 1000 -g 1000 /work
WORKDIR /work
USER 1000
ENTRYPOINT ["/opt/evodoku/evodoku"]
CMD ["--help"]
