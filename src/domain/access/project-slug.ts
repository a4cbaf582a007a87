const MAX_CHARS = 50

/** a-z, 0-9 and single dashes, at most 50 characters; `project` if the name has none of these. */
export function projectSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
  return trimDashes(trimDashes(plain).slice(0, MAX_CHARS)) || 'project'
}

/** The n-th project with the same slug (counted from 1): `shop`, `shop-2`, `shop-3` … */
export function numberedSlug(slug: string, number: number): string {
  return number === 1 ? slug : `${slug}-${number}`
}

function trimDashes(text: string): string {
  return text.replace(/^-|-$/g, '')
}
