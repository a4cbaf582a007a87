import { noteOwnStatements } from './own-statements.ts'

noteOwnStatements()
