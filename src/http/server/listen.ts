import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/config/config.ts'

/** Opens the port of the settings. @returns the origin it listens on. @throws Error saying what to do */
export async function listen(
  server: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<string> {
  try {
    return await server.listen({ host, port })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} on ${host} is in use. Stop the program that uses it, or set SVC_PORT to another port.`,
      )
    }
    if (code === 'EACCES')
      throw new Error(`This user may not listen on port ${port}. Set SVC_PORT above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new Error(
        `${host} is not an address of this machine. Set SVC_HOST to one, or to 0.0.0.0 for all.`,
      )
    throw error
  }
}
