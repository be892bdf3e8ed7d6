#!/bin/sh
# usage: run.sh JAVA_HOME THREADS [ROUNDS]
# JMH with and without a scope in turns, on one JDK; ends with the median of each side, its range over the JVMs, and the ratio of the medians.
# `tickless` must be on the PATH, or named by TICKLESS; Maven has to be there.
set -eu
java=$1/bin/java
threads=$2
rounds=${3:-3}
cd "$(dirname "$0")"
mvn -q -B package
paths=$("${TICKLESS:-tickless}" paths)
agent=$(echo "$paths" | sed -n 's/^agent=//p')
api=$(echo "$paths" | sed -n 's/^api-jar=//p')
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
round=0
while [ "$round" -lt "$rounds" ]; do
    for side in direct scoped; do
        options="-agentpath:$agent"
        [ "$side" = direct ] || options="$options=scope=bench.ScopeBenchmark:org.apache.camel.util.StopWatch"
        "$java" -cp "target/scope.jar:target/dependency/*:$api" org.openjdk.jmh.Main ScopeBenchmark \
            -jvm "$java" -jvmArgsAppend "$options" -t "$threads" -f 1 -wi 2 -w 1 -i 5 -r 1 -v SILENT \
            -rf csv -rff "$results/$side-$round.csv" > "$results/log" 2>&1 || { cat "$results/log" >&2; exit 1; }
    done
    round=$((round + 1))
done
for name in nanoTime currentTimeMillis stopWatch; do
    for side in direct scoped; do
        cat "$results/$side"-*.csv | awk -F, -v name="$name" '$1 ~ "\\." name "\"" { print $5 }' | sort -n |
            awk '{ v[NR] = $1 } END { print (NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2), v[1], v[NR] }' > "$results/$side"
    done
    cat "$results/direct" "$results/scoped" | awk -v name="$name" '
        NR == 1 { d = $1; range = $2 "-" $3 }
        END { printf "%-18s direct %.2f ns (%s), scoped %.2f ns (%s-%s), ratio %.4f\n", name, d, range, $1, $2, $3, $1 / d }'
done
