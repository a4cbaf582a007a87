export interface GroupingPart {
  kind: string
  text: string
}

/** Kinds of components; anything else is an event's that says nothing. */
const KIND = /^([a-z]{1,20}): /

export function partOf(component: string): GroupingPart {
  const kind = KIND.exec(component)
  if (kind === null) return { kind: 'content', text: component }
  return { kind: kind[1]!, text: component.slice(kind[0].length) }
}
