import { counted } from '#contract/counted.ts'
import { type CommandContext, UsageError } from '../command-context.ts'
import { readWords } from '../read-options.ts'
import { remoteService } from '../remote/remote.ts'
import { bundlesOf } from './bundle.ts'
import { type BuildFile, filesWithMaps, findBuildFiles } from './find-files.ts'
import { injectDebugIds } from './inject.ts'
import { sendBundle } from './send-bundle.ts'

/** `sourcemaps upload FOLDER`: gives scripts debug IDs and uploads them with their source maps, by debug ID and,
 * with a release, by name too; says which scripts have no map. */
export async function uploadSourceMapsCommand({ args, env }: CommandContext): Promise<void> {
  const names = ['release', 'project', 'url-prefix', 'no-inject', 'dry-run', 'json'] as const
  const { options, words } = readWords(args, names, ['the folder of a build'])
  const { release, project, 'url-prefix': prefix = '~/', 'dry-run': isDry = false, json = false } = options
  if (project === undefined && !isDry)
    throw new UsageError('Give --project with the slug or ID of the project.')
  const folder = words[0]!
  const found = filesWithMaps(folder)
  const service = isDry ? undefined : remoteService(env)
  const injected = options['no-inject'] ? 0 : injectDebugIds(found, isDry)
  const files = isDry ? found : filesToSend(findBuildFiles(folder), release)
  if (service !== undefined) {
    const target = { urlPrefix: prefix.endsWith('/') ? prefix : `${prefix}/`, release }
    for await (const bundle of bundlesOf(files, target))
      await sendBundle(service, bundle, { project: project!, release })
  }
  const report = reportOf(files, { isDry, injected, release })
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : sentences(report))
}

/** Without a release, files are found by debug ID only: a script without a map has no use. */
function filesToSend(files: BuildFile[], release: string | undefined): BuildFile[] {
  if (release !== undefined) return files
  const unnamed = files.find(({ debugId, isMap, map }) => debugId === null && (isMap || map !== null))
  if (unnamed) {
    throw new UsageError(
      `${unnamed.name} has no debug ID, so it is found by its release: give --release, the same as in the SDK's init.`,
    )
  }
  return files.filter(({ debugId }) => debugId !== null)
}

interface Report {
  release: string | null
  uploaded: boolean
  scripts: number
  maps: number
  injected: number
  with_debug_id: number
  without_map: { file: string; reason: string }[]
}

function reportOf(
  files: readonly BuildFile[],
  { isDry, injected, release }: { isDry: boolean; injected: number; release: string | undefined },
): Report {
  return {
    release: release ?? null,
    uploaded: !isDry,
    scripts: files.filter(({ isMap }) => !isMap).length,
    maps: files.filter(({ isMap }) => isMap).length,
    injected,
    with_debug_id: files.filter(({ debugId }) => debugId !== null).length,
    without_map: files.flatMap(({ name, problem }) =>
      problem === null ? [] : [{ file: name, reason: problem }],
    ),
  }
}

function sentences(report: Report): string {
  const { release, uploaded, scripts, maps, injected, with_debug_id, without_map } = report
  const what = `${counted(scripts, 'script')} and ${counted(maps, 'source map')}${release === null ? '' : ` of ${release}`}`
  const added = uploaded
    ? `${counted(injected, 'script')} got a debug ID: deploy the files as they are in the folder now.`
    : `${counted(injected, 'script')} would get a debug ID.`
  const ids = `${with_debug_id} of these files have a debug ID; the others are found by release and name.`
  const missing = without_map.map(({ file, reason }) => `${file} stays minified: ${reason}.`)
  const lines = [`${uploaded ? 'Uploaded' : 'Would upload'} ${what}.`, ...(injected > 0 ? [added] : []), ids]
  return `${[...lines, ...missing].join('\n')}\n`
}
