#!/bin/sh
# Called by `./mvnw -Pdist package` after jlink: puts runtime, jars, launcher, documents and manual
# pages together, makes the ahead-of-time cache for exactly these files, and writes the tar.gz and
# its SHA-256 checksum.
#   pack.sh PROJECT VERSION JAR  in PROJECT/app/target; JAR is the JDK's tool of that name
set -eu
project=$1 version=$2 jar=$3
target=$project/app/target
case $(uname -s) in Darwin) system=macos ;; *) system=linux ;; esac
name=goodput-$version
folder=$target/dist/$name
rm -rf "$folder/lib" "$folder/goodput.aot"
mkdir -p "$folder/lib"
cp "$target"/goodput/lib/*.jar "$folder/lib/"
# Of DuckDB, the native library of this platform only, beside the jar: it starts without unpacking.
case $(uname -m) in aarch64 | arm64) machine=arm64 ;; *) machine=amd64 ;; esac
duckdb=$(ls "$folder"/lib/duckdb_jdbc-*.jar)
natives=$target/dist/natives
rm -rf "$natives"
mkdir -p "$natives"
(cd "$natives" && "$jar" xf "$duckdb")
mv "$natives/libduckdb_java.so_${system}_$machine" "$folder/lib/"
rm -f "$natives"/libduckdb_java.so_*
"$jar" cfM "$duckdb" -C "$natives" .
rm -rf "$natives"
cp "$project/goodput" "$project/LICENSE" "$project/NOTICE" "$project"/*.md "$project/Containerfile" "$folder/"
rm -rf "$folder/docs" "$folder/deploy" "$folder/share"
cp -R "$project/docs" "$project/deploy" "$folder/" # README and the documents link to these
mkdir -p "$folder/share/man"
"$folder/goodput" manual "$folder/share/man/man1"
# The cache checks the age of every jar to the second, as tar keeps it.
find "$folder" -exec touch -d '2026-01-01 00:00:00' {} + 2>/dev/null || find "$folder" -exec touch -t 202601010000.00 {} +
GOODPUT_MAKE_CACHE=1 "$folder/goodput" </dev/null >"$target/dist/aot.log" 2>&1 || {
  echo "no ahead-of-time cache: see $target/dist/aot.log" >&2
  rm -f "$folder/goodput.aot"
}
archive=$name-$system-$(uname -m).tar.gz
cd "$target"
tar -C dist -czf "$archive" "$name"
sha256sum "$archive" >"$archive.sha256" 2>/dev/null || shasum -a 256 "$archive" >"$archive.sha256"
echo "wrote $target/$archive and $archive.sha256"
