# pzc and pzc-nats alone, for graders: there is no shell and no other program. After make binaries VERSION=…:
#   docker build -t pzc .
#   docker run --rm --network none --read-only -v "$PWD:/work:ro" pzc test --sandbox submission.pz
FROM scratch
ARG TARGETARCH=amd64
COPY bin/linux-${TARGETARCH}/pzc bin/linux-${TARGETARCH}/pzc-nats /
WORKDIR /work
USER 65534:65534
ENTRYPOINT ["/pzc"]
