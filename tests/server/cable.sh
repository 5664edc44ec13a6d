#!/bin/sh
# cable.sh -- runs a test in a network of its own, with a PostgreSQL server that answers at
# 10.77.1.1 there, and nowhere else.
#
#   cable.sh PROGRAM...
#
# The program gives node a another network, and lays a cable between the two. Exit status 77,
# which ctest takes as skipped, where the system does not let us make networks.
set -eu

if [ "${TREY_CABLE:-}" != laid ]; then
    command -v ip >/dev/null || {
        echo "cable.sh: there is no ip; install iproute2 to run this test" >&2
        exit 77
    }
    unshare --net true 2>/dev/null || {
        echo "cable.sh: this user may not make network namespaces (CAP_SYS_ADMIN); skipped" >&2
        exit 77
    }
    TREY_CABLE=laid exec unshare --net sh "$0" "$@"
fi
ip link set lo up
ip address add 10.77.1.1/32 dev lo
TREY_POSTGRES_LISTEN=10.77.1.1 exec sh "$(dirname "$0")/../store/postgres.sh" run "$@"
