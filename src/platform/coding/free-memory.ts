/** Gives memory back that nobody reads again: the collector lets 64 MB of it pile up in a thread. Only bytes that have
 * their buffer to themselves, or all but the byte by which `inflate` rounds up; a part of Node's pool never has. */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength <= byteLength + 1) buffer.transfer(0)
}
