// Runs on whatever `node` npm scripts find first. The Node 24 runtime comes from the registry as an optional
// platform package; where it is missing this says so instead of letting a native module crash.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  const covered = ['linux-x64', 'linux-arm64', 'win32-x64']
  const here = `${process.platform}-${process.arch}`
  const advice = covered.includes(here)
    ? 'Run `npm ci` (without --omit=optional) so that the bundled Node 24 is installed.'
    : `No bundled runtime exists for ${here}: install Node 24 or newer and run the command again.`
  process.stderr.write(`errata needs Node 24 or newer; this is Node ${process.versions.node}. ${advice}\n`)
  process.exit(1)
}
