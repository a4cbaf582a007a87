import type Sqlite from 'better-sqlite3'
import { headRow } from './head.ts'

interface FirstFormatHead {
  firstOffset: number
  numbers: Buffer
  eventIds: Buffer
  previews: string
}

/** From format 1, in the caller's transaction: heads become packed; its first files lack the column of previews. */
export function upgradeFirstFormat(db: Sqlite.Database): void {
  const column = db
    .prepare("SELECT count(*) FROM pragma_table_info('accepted') WHERE name = 'preview'")
    .pluck()
  if (column.get() === 0) db.exec('ALTER TABLE accepted ADD COLUMN preview BLOB')
  const next =
    db.prepare(`SELECT first_offset AS firstOffset, numbers, event_ids AS eventIds, previews FROM head
    WHERE first_offset > ? ORDER BY first_offset LIMIT 1`)
  const pack = db.prepare('UPDATE head SET numbers = ?, previews = ? WHERE first_offset = ?')
  let head = next.get(-1) as FirstFormatHead | undefined
  while (head) {
    const { numbers, previews } = packed(head)
    pack.run(numbers, previews, head.firstOffset)
    head = next.get(head.firstOffset) as FirstFormatHead | undefined
  }
}

function packed({ numbers, eventIds, previews }: FirstFormatHead) {
  const bytes = numbers.buffer.slice(numbers.byteOffset, numbers.byteOffset + numbers.byteLength)
  return headRow({ numbers: new Float64Array(bytes), eventIds, previews })
}
