import type { QueryTerm } from '#domain/search/query-term.ts'
import { OTHER_VALUES } from '../issue/facet.ts'

/** The values of a term without the mark of what is counted together, unless that is all it has. */
export function namesOf({ values }: QueryTerm): readonly string[] {
  const names = values.filter((value) => value !== OTHER_VALUES)
  return names.length > 0 ? names : values
}

/** The last one repeated up to a power of two, so that prepared statements are found again. Of at least one. */
export function padded<Value>(values: readonly Value[]): Value[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)))
  return Array.from({ length }, (_, index) => values[index] ?? values.at(-1)!)
}
