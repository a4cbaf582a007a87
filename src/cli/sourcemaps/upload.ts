import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readWords } from '../read-options.ts'
import { remoteService } from '../remote/remote.ts'
import { bundlesOf } from './bundle.ts'
import { type BuildFile, findBuildFiles } from './find-files.ts'
import { sendBundle } from './send-bundle.ts'

const MAX_FILE_BYTES = 32 * 1024 * 1024

/** `sourcemaps upload FOLDER`: uploads the scripts and source maps of a build, by debug ID where they have
 * one, by release and name otherwise, and says which scripts have no map. */
export async function uploadSourceMapsCommand({ args, env }: CommandContext): Promise<void> {
  const names = ['release', 'project', 'url-prefix', 'dry-run', 'json'] as const
  const { options, words } = readWords(args, names, ['the folder of a build'])
  const { release, project, 'url-prefix': prefix = '~/', 'dry-run': isDry = false, json = false } = options
  if (project === undefined && !isDry)
    throw new UsageError('Give --project with the slug or ID of the project.')
  const files = filesToSend(words[0]!, release)
  if (!isDry) {
    const service = remoteService(env)
    const target = { urlPrefix: prefix.endsWith('/') ? prefix : `${prefix}/`, release }
    for (const bundle of bundlesOf(files, target))
      await sendBundle(service, bundle, { project: project!, release })
  }
  const report = reportOf(files, { isDry, release })
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : sentences(report))
}

function filesToSend(folder: string, release: string | undefined): BuildFile[] {
  const path = resolve(folder)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${path} is not a folder. Give the one that the build wrote.`)
  const files = findBuildFiles(path)
  if (!files.some(({ isMap, map }) => isMap || map !== null)) {
    throw new UsageError(
      `${path} has no source maps. Turn them on in the bundler (“sourcemap: true”), and build again.`,
    )
  }
  const unnamed = files.find(({ debugId }) => debugId === null)
  if (release === undefined && unnamed) {
    throw new UsageError(
      `${unnamed.name} has no debug ID, so it is found by its release: give --release, the same as in the SDK's init.`,
    )
  }
  const large = files.find((file) => statSync(file.path).size > MAX_FILE_BYTES)
  if (large) throw new UsageError(`${large.name} is larger than 32 MB. Split it in the bundler.`)
  return files
}

interface Report {
  release: string | null
  uploaded: boolean
  scripts: number
  maps: number
  with_debug_id: number
  without_map: { file: string; reason: string }[]
}

function reportOf(
  files: readonly BuildFile[],
  { isDry, release }: { isDry: boolean; release: string | undefined },
): Report {
  return {
    release: release ?? null,
    uploaded: !isDry,
    scripts: files.filter(({ isMap }) => !isMap).length,
    maps: files.filter(({ isMap }) => isMap).length,
    with_debug_id: files.filter(({ debugId }) => debugId !== null).length,
    without_map: files.flatMap(({ name, problem }) =>
      problem === null ? [] : [{ file: name, reason: problem }],
    ),
  }
}

function sentences({ release, uploaded, scripts, maps, with_debug_id, without_map }: Report): string {
  const what = `${scripts} scripts and ${maps} source maps${release === null ? '' : ` of ${release}`}`
  const ids = `${with_debug_id} of these files have a debug ID; the others are found by release and name.`
  const missing = without_map.map(({ file, reason }) => `${file} stays minified: ${reason}.`)
  return `${[`${uploaded ? 'Uploaded' : 'Would upload'} ${what}.`, ids, ...missing].join('\n')}\n`
}
