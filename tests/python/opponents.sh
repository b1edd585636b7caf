#!/usr/bin/env bash
# A short capablanca match against each of Debian's engines that is installed (apt-get install fairymax sjaakii).
# Arguments: the Python to use, the engine. Where CI is set, both must be there.
set -eu
python=$1 engine=$2
export PATH="$PATH:/usr/games"
for opponent in "fairymax xboard" "sjaakii xboard"; do
    read -r command protocol <<<"$opponent"
    if ! command -v "$command" >/dev/null; then
        echo "$command is not installed: no match against it"
        [ -z "${CI:-}" ] || exit 1
        continue
    fi
    "$python" tests/python/selfplay.py --engine "$engine" --variant capablanca --games 6 --tc 1+0.02 \
        --concurrency 2 --opponent "$command" --opponent-protocol "$protocol"
done
