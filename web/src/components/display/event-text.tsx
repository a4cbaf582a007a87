import { showHidden } from '../../format/show-hidden.ts'

/** Text that an application sent: its direction is its own, and nothing in it turns the text around it. */
export function EventText({ children }: { children: string }) {
  return <bdi>{showHidden(children)}</bdi>
}
