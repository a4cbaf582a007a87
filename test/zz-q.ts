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
if (first) { await seedQueryData(database, { issues: 20000, events: 200000, projects: 3, hotEvents: 15000, families: 20 }, now); await client.query('ANALYZE'); console.log('first') }
let data: any
if (first) {
  // A second organization of its own name is not seeded by seedQueryData twice: rename the first one.
  await client.query("UPDATE app_user SET email = 'old@example.net'").catch((e) => console.log(e.message))
}
data = await seedQueryData(database, { issues: 6000, events: 140000, projects: 3, hotEvents: 15000, families: 60 }, now)
console.log('seeded')
const questions = await queryQuestions(database, data, now)
const slow: [number, string][] = []
for (const q of questions) {
  let best = Infinity
  for (let i = 0; i < 2; i++) { const t = performance.now(); try { await q.ask() } catch (e) { console.log(q.name, (e as Error).message) } best = Math.min(best, performance.now() - t); if (best < 20) break }
  slow.push([best, q.name])
}
slow.sort((a, b) => b[0] - a[0])
console.log(slow.length, slow.slice(0, 25).map(([ms, n]) => ms.toFixed(0) + ' ' + n).join('\n'))
await client.end(); await database.close(); await cluster.stop()
