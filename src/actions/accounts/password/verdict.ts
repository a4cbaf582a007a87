/** A password to judge, with words that someone who knows its owner tries first. */
export interface JudgedPassword {
  password: string
  words: readonly string[]
}

export interface PasswordVerdict {
  score: number
  /** What is wrong, in one sentence; null if it does not say. */
  warning: string | null
  suggestions: readonly string[]
}

/** Safe against guesses at a server that limits their rate, and costly against a stolen hash. */
export const LEAST_SCORE = 3
