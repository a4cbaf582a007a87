import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { everyRoute } from '#http/routes/routes.ts'
import { routePage } from './routes/page.ts'

/** Writes docs/routes.md from the page of routes: `npm run docs:routes`. */
writeFileSync(join(import.meta.dirname, '../docs/routes.md'), routePage(everyRoute()))
