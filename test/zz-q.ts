import pg from 'pg'
import { openDatabase } from '#storage/engine/database.ts'
import { startPostgres } from './support/database/postgres.ts'
import { seedQueryData } from '../bench/seed/queries.ts'
import { queryQuestions } from '../bench/query-questions.ts'
import { sumProjectHours } from '#storage/issue/hour.ts'
const cluster = (await startPostgres({ isDurable: false }))!
const url = await cluster.createDatabase()
const client = new pg.Client({ connectionString: url }); await client.connect()
await client.query('ALTER SYSTEM SET autovacuum = off'); await client.query('SELECT pg_reload_conf()')
const database = await openDatabase({ dataDir: '/tmp/zz', databaseUrl: url } as never)
const now = Date.now()
const first = process.argv[2] === 'beside'
if (first) { await seedQueryData(database, { issues: 12000, events: 90000, projects: 3, hotEvents: 15000, families: 20 }, now); await client.query('ANALYZE'); console.log('first') }
let data: any
if (first) {
  // A second organization of its own name is not seeded by seedQueryData twice: rename the first one.
  await client.query("UPDATE app_user SET email = 'old@example.net'").catch((e) => console.log(e.message))
}
data = await seedQueryData(database, { issues: 6000, events: 140000, projects: 3, hotEvents: 15000, families: 60 }, now)
console.log('seeded')
const questions = await queryQuestions(database, data, now)

const seen: [number, string, unknown[]][] = []
const original = pg.Client.prototype.query as any
;(pg.Client.prototype as any).query = function (this: unknown, ...args: any[]) {
  const t = performance.now(); const r = original.apply(this, args)
  const text = typeof args[0] === 'string' ? args[0] : args[0]?.text; const values = args[0]?.values ?? args[1] ?? []
  if (r?.then) r.then(() => { const ms = performance.now() - t; if (ms > 200 && text?.length > 60) seen.push([ms, text, values]) }, () => {})
  return r
}
for (const q of questions.filter(({ name }) => name.startsWith('completion') || name.includes('list 7d events_desc user.email:@mail') || name.includes('offset 10,000'))) {
  seen.length = 0
  const t = performance.now(); try { await q.ask() } catch (e) { console.log(q.name, (e as Error).message) }
  const ms = performance.now() - t
  if (ms < 250) continue
  console.log('=====', ms.toFixed(0), q.name)
  for (const [each, text, values] of [...seen]) {
    console.log('--', each.toFixed(0), text.slice(0, 3000), JSON.stringify(values).slice(0, 300))
    const { rows } = await original.call(client, 'EXPLAIN ANALYZE ' + text, values)
    console.log(rows.map((r: any) => r['QUERY PLAN']).join('\n'))
  }
}
await client.end(); await database.close(); await cluster.stop()
