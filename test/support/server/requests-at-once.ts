import type { Server } from 'node:http'

/** Watches how many requests a server has under way at the same time. */
export class RequestsAtOnce {
  #underWay = 0
  #most = 0

  constructor(server: Server) {
    server.on('request', (_request, response) => {
      this.#underWay += 1
      this.#most = Math.max(this.#most, this.#underWay)
      response.once('close', () => {
        this.#underWay -= 1
      })
    })
  }

  /** The answers to requests that were just begun. Throws if the server never had two of them at once. */
  async race<T>(requests: readonly Promise<T>[]): Promise<T[]> {
    this.#most = this.#underWay
    const answers = await Promise.all(requests)
    if (this.#most < 2) throw new Error('The requests came one after the other: there was no race.')
    return answers
  }
}
