/** The client went away before its request was complete: nobody is left to answer. */
export class ClientGoneError extends Error {}
