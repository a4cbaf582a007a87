import { Mailer } from '#platform/mail/mailer.ts'
import type { Engine } from '../database/engines.ts'
import { type ApiServer, type ApiServerOptions, startApiServer } from './api-server.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

const BASE_URL = 'http://errata.example.com'

/** An API server whose links begin with `http://errata.example.com`, and the mail server that it mails with. */
export interface MailingServer {
  server: ApiServer
  mails: MailServer
  close(): Promise<void>
}

/** Starts both. The caller ends them with `close`. */
export async function startMailingServer(
  engine: Engine,
  options: ApiServerOptions = {},
): Promise<MailingServer> {
  const mails = await startMailServer()
  const server = await startApiServer({
    ...options,
    engine,
    baseUrl: BASE_URL,
    mailer: new Mailer(mails.settings),
  })
  const close = async () => {
    await server.close()
    await mails.close()
  }
  return { server, mails, close }
}
