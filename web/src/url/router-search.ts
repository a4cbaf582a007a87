/** Flat, readable URLs: `?q=is:resolved&window=24h` instead of the router's JSON. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Leaves out what is not set; an empty string stays, since an empty search is not the default one. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) params.set(key, String(value))
  }
  // Colons and slashes are legal in a query; encoding them would make filters unreadable.
  const query = params.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%2C', ',')
  return query === '' ? '' : `?${query}`
}

/** `value` if it is one of the choices, else `undefined`, which means the default. */
export function oneOf<T extends string>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value)
}

type Unset<T> = { [K in keyof T]?: T[K] | undefined }

/** A search without what is not set, so that the plain address stays short. */
export function dropUnset<T extends object>(search: Unset<T>): T {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Names that some page reads from its URL. */
const KNOWN_NAMES = [
  ...['return', 'q', 'project', 'window', 'sort', 'view'],
  ...['event', 'tab', 'range', 'page', 'release'],
  ...['step', 'problem', 'action', 'actor', 'target'],
]

/** For the root: the router hands on every name of a query, so those that no page reads are unset there. */
export function dropUnknown(search: Record<string, unknown>): object {
  const unknown = Object.keys(search).filter((name) => !KNOWN_NAMES.includes(name))
  return Object.fromEntries(unknown.map((name) => [name, undefined]))
}

/**
 * For every other route: the search as `parse` returns it and nothing else. The router merges the text of the URL
 * back under what a route returns, so a refused value has to be unset by its name.
 */
export function onlyParsed<T extends object>(parse: (search: Record<string, unknown>) => T) {
  return (search: Record<string, unknown>): T => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...parse(search),
  })
}
