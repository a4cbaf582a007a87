import { Link } from '@tanstack/react-router'
import type { Project } from '../../../api/wire.ts'
import { CodeBlock } from '../../../components/display/code-block.tsx'

/** What to run to upload the files of a build; the token is the reader's to create. */
export function UploadGuide({ project: { slug } }: { project: Project }) {
  const settings = [
    `export SENTRY_URL=${location.origin}`,
    'export SENTRY_AUTH_TOKEN=TOKEN',
    `export SENTRY_ORG=any SENTRY_PROJECT=${slug}`,
  ]
  const commands = [
    'npx @sentry/cli sourcemaps inject ./dist',
    'npx @sentry/cli sourcemaps upload --release VERSION ./dist',
  ]
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-3">
      <p className="text-ink-2">
        No files yet. Upload them with each build, before you deploy it. TOKEN is an{' '}
        <Link to="/settings/tokens" className="underline underline-offset-2 hover:text-ink">
          access token
        </Link>{' '}
        with the permission Administer.
      </p>
      <CodeBlock label="upload commands" code={[...settings, ...commands].join('\n')} />
      <p className="text-small text-ink-2">
        For an Android app, run <code className="font-mono">npx @sentry/cli upload-proguard mapping.txt</code>{' '}
        instead. For the source lines of Java and Kotlin, run{' '}
        <code className="font-mono">npx @sentry/cli debug-files bundle-jvm</code>, then{' '}
        <code className="font-mono">debug-files upload --type jvm</code>. Files uploaded later work too: older
        events are resolved when you open them.
      </p>
    </div>
  )
}
