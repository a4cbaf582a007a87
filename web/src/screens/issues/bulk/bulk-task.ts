/** The overlay above the selection bar: a menu or a dialog. */
export type BulkTask = 'snooze' | 'until' | 'merge' | 'release' | 'assign' | 'delete' | undefined
