import type { SourceLinkRule } from '#contract/project/source-links.ts'

/** Behind the repository, as hosts of code call the page of a file, and that of a commit. */
const PAGES: readonly (readonly [RegExp, string])[] = [
  [/\/-\/(?:blob|raw|blame)\//, '/-/commit/'],
  [/\/(?:blob|raw|blame)\//, '/commit/'],
  [/\/src\/(?:branch|tag|commit)\//, '/commit/'],
  [/\/src\//, '/commits/'],
]

/** Where a commit is shown, by the first source link whose URL is of a known form. Null: nowhere. */
export function commitLink(rules: readonly SourceLinkRule[], id: string): string | null {
  for (const { url } of rules) {
    for (const [page, commit] of PAGES) {
      const at = url.search(page)
      const repository = url.slice(0, at)
      if (at > 0 && !repository.includes('{')) return `${repository}${commit}${encodeURIComponent(id)}`
    }
  }
  return null
}
