/** What lies over the bar of the ticked issues: a menu or a dialog. */
export type BulkTask = 'snooze' | 'until' | 'merge' | 'release' | 'assign' | 'delete' | undefined
