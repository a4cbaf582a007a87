import { showDirections } from '../../format/direction.ts'

/** Text that an application sent: its direction is its own, and nothing in it turns the text around it. */
export function EventText({ children }: { children: string }) {
  return <bdi>{showDirections(children)}</bdi>
}
