/** A setting that cannot be used; the message names the variable, what is wrong and what would be right. */
export class ConfigError extends Error {}
