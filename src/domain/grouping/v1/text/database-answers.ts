import { exceptionType, exceptionValue } from '../../../event/title.ts'
import type { JsonObject } from '../../../json/json.ts'
import { withoutStatement } from '../../../title/statement.ts'
import { isJavascript } from '../frame.ts'
import { withoutCited } from './machine-words.ts'

/** What databases answer, under one type of the driver for whatever went wrong.
 * Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** Drivers and mappers of the languages, by what is common to their names. */
const ANSWER =
  /^(?:Query(?:Failed)?(?:Error|Exception)|PDOException|mysqli_sql_exception|Mongo(?:Server|Bulk(?:Write)?|Command|Write)?(?:Error|Exception)|OperationFailure|ReplyError|ErrorReply|PostgresError|PrismaClient(?:Unknown|Known)RequestError|DriverAdapterError|DrizzleQueryError|SequelizeDatabaseError|ActiveRecord::StatementInvalid|Mysql2::Error|\w{0,40}(?:SQL|Sql)\w{0,40}(?:Exception|Error)|SQLite3::\w{1,40})$/
/** The names that PEP 249 gives to Python's. */
const PYTHON_ANSWER =
  /^(?:Operational|Programming|Integrity|Internal|Interface|Database|NotSupported|Data)Error$/

const NODE_POSTGRES = 'error'

export function isDatabaseAnswer(exception: JsonObject, platform: string): boolean {
  const type = exceptionType(exception)
  if (type === undefined || type.length > 100) return false
  if (platform === 'python' && PYTHON_ANSWER.test(type)) return true
  // .NET's SDK sends types with their namespace.
  const name = platform === 'csharp' ? type.slice(type.lastIndexOf('.') + 1) : type
  return ANSWER.test(name) || (type === NODE_POSTGRES && isJavascript(platform))
}

/** The statement behind what went wrong, or the row. */
const BEHIND = /[;,:]? ?[([]?(?:Connection: \w{1,40}, )?\bSQL(?: statement)? ?[:[]|\n/
const QUOTED = /"[^"\n]{0,300}"|'[^'\n]{0,300}'/g
const MAX_CHARS = 2000

/** What went wrong: without the statement, which may be another each time, and without rows and quoted values. */
export function databaseWords(exception: JsonObject): string | undefined {
  const value = exceptionValue(exception)?.slice(0, MAX_CHARS)
  if (value === undefined) return undefined
  const said = withoutCited(withoutStatement(value).trimStart())
  const end = said.search(BEHIND)
  const answer = end === -1 ? said : said.slice(0, end)
  return answer.replace(QUOTED, (quoted) => (quoted.includes(' ') ? '""' : quoted)) || value
}
