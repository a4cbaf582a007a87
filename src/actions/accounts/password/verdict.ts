/** A password to judge, with words that someone who knows its owner tries first. */
export interface JudgedPassword {
  password: string
  words: readonly string[]
}

export interface PasswordVerdict {
  score: number
  /** The problem in one sentence; null if there is no message. */
  warning: string | null
  suggestions: readonly string[]
}

/** Safe against guesses at a server that limits their rate, and costly against a stolen hash. */
export const LEAST_SCORE = 3
