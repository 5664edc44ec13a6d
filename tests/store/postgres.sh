#!/bin/sh
# postgres.sh -- a PostgreSQL server of a test's own: on a socket in a temporary
# folder, reached by nobody else, gone when the test is.
#
#   postgres.sh run PROGRAM...   starts one, runs the program, stops it
#   postgres.sh halt FOLDER      stops it as if the power had failed
#   postgres.sh resume FOLDER    starts it again
#
# The program finds in its environment
#   TREY_POSTGRES          the address, postgresql://...
#   TREY_POSTGRES_FOLDER   for halt and resume
# TREY_POSTGRES_FSYNC=on makes commits as durable as they are in use; without it
# they survive the server's death, but not the machine's.
# TREY_POSTGRES_LISTEN=ADDRESS lets it also answer at an address of the test's own network.
# Exit status 77, which ctest takes as skipped, where no server is installed.
set -eu

for bin in /usr/lib/postgresql/*/bin /usr/local/pgsql/bin; do
    [ -x "$bin/initdb" ] && programs=$bin
done
[ -n "${programs:-}" ] || {
    echo "postgres.sh: PostgreSQL is not installed; script/setup installs it" >&2
    exit 77
}

# The server refuses to run as root.
as_owner() {
    if [ "$(id -u)" -eq 0 ]; then
        (cd "$folder" && setpriv --reuid postgres --regid postgres --init-groups "$@")
    else
        "$@"
    fi
}

begin() {
    as_owner "$programs/pg_ctl" -D "$folder/data" -l "$folder/server.log" -w -s start >/dev/null || {
        tail -n 5 "$folder/server.log" >&2
        exit 1
    }
}

end() {
    as_owner "$programs/pg_ctl" -D "$folder/data" -w -s -m "$1" stop >/dev/null 2>&1 || true
}

make_server() {
    # In memory where it need not survive the machine.
    base=${TMPDIR:-/tmp}
    [ "${TREY_POSTGRES_FSYNC:-off}" = on ] || [ ! -w /dev/shm ] || base=/dev/shm
    folder=$(mktemp -d "$base/trey-postgres.XXXXXX")
    [ "$(id -u)" -ne 0 ] || chown postgres "$folder"
    as_owner "$programs/initdb" -D "$folder/data" -A trust -U postgres --no-sync \
        --locale=C.UTF-8 >"$folder/log" 2>&1 || {
        tail -n 5 "$folder/log" >&2
        rm -rf "$folder"
        exit 1
    }
    cat >>"$folder/data/postgresql.conf" <<SETTINGS
listen_addresses = '${TREY_POSTGRES_LISTEN:-}'
unix_socket_directories = '$folder'
fsync = ${TREY_POSTGRES_FSYNC:-off}
shared_buffers = 256MB
max_wal_size = 4GB
log_min_messages = fatal
SETTINGS
    [ -z "${TREY_POSTGRES_LISTEN:-}" ] ||
        echo "host all all 10.77.0.0/16 trust" >>"$folder/data/pg_hba.conf"
}

case ${1:-} in
run)
    shift
    make_server
    # A test may have mounted a small disk there.
    trap 'end immediate; umount "$folder/small" 2>/dev/null || true; rm -rf "$folder"' EXIT
    trap 'exit 1' HUP INT TERM
    begin
    # A killed test takes its server with it.
    setsid sh -c "while kill -0 $$ 2>/dev/null && [ -d '$folder' ]; do sleep 1; done
        [ ! -d '$folder' ] || { sh '$0' halt '$folder'; rm -rf '$folder'; }" \
        >/dev/null 2>&1 </dev/null &
    TREY_POSTGRES="postgresql:///postgres?host=$folder&user=postgres" \
        TREY_POSTGRES_FOLDER=$folder "$@"
    ;;
halt)
    folder=$2
    end immediate
    ;;
resume)
    folder=$2
    begin
    ;;
*)
    echo "postgres.sh: write run PROGRAM..., halt FOLDER or resume FOLDER" >&2
    exit 2
    ;;
esac
