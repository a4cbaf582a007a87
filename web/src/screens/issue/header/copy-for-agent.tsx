import { issueContext } from '../../../api/issue.ts'
import { copyText } from '../../../components/copy/copy-text.ts'
import { Menu } from '../../../components/overlay/menu.tsx'
import type { MenuEntry } from '../../../components/overlay/menu-popup.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { agentCommand, agentPrompt, tokensText } from './agent-text.ts'

/** Copies the issue for a coding agent, for its chat or its terminal. */
export function CopyForAgent({ issueId }: { issueId: string }) {
  const { origin } = window.location
  const entries: MenuEntry[] = [
    {
      key: 'prompt',
      label: 'Prompt with link',
      hint: 'IDs only; the agent reads the issue itself',
      onSelect: () => void copy(agentPrompt(origin, issueId), 'Prompt'),
    },
    {
      key: 'markdown',
      label: 'Full Markdown',
      hint: 'Stack, breadcrumbs and request included',
      onSelect: () => void copy(issueContext(issueId), 'Markdown'),
    },
    {
      key: 'curl',
      label: 'curl command',
      hint: 'With the token in $ERRATA_TOKEN',
      onSelect: () => void copy(agentCommand(origin, issueId), 'Command'),
    },
  ]
  return (
    <Menu align="end" entries={entries}>
      Copy for agent
    </Menu>
  )
}

async function copy(text: string | Promise<string>, what: string): Promise<void> {
  try {
    await copyText(text)
    showToast({ kind: 'done', text: `${what} copied, ${tokensText(await text)}` })
  } catch (error) {
    // Of what is read, the reading may have failed; the browser then speaks of the clipboard.
    const cause = await Promise.resolve(text).then(
      () => error,
      (failure: unknown) => failure,
    )
    showToast({ kind: 'failed', text: `Couldn't copy. ${cause instanceof Error ? cause.message : ''}` })
  }
}
