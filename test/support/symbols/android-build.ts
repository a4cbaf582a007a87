import { randomUUID } from 'node:crypto'

/** A small Android app as R8 builds it, each time with other names and lines: `Cart.pay` in `Shop.kt` fails in `Money.add`,
 * which was inlined. */
export class AndroidBuild {
  readonly debugId = randomUUID()
  readonly #letter: string
  readonly #line: number

  /** @param line where the call is in the program as it runs */
  constructor(letter: string, line: number) {
    this.#letter = letter
    this.#line = line
  }

  get mapping(): string {
    const [letter, line] = [this.#letter, this.#line]
    return `# compiler: R8
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
com.shop.Cart -> ${letter}.b:
# {"id":"sourceFile","fileName":"Shop.kt"}
    int total -> a
    ${line}:${line}:void com.shop.Money.add(int):55:55 -> a
    ${line}:${line}:void pay(int):14 -> a
com.shop.Money -> ${letter}.c:
# {"id":"sourceFile","fileName":"Money.kt"}
com.shop.PayError -> ${letter}.d:
com.shop.Main -> com.shop.Main:
    3:3:void main() -> main
`
  }

  event(fields: object = {}): object {
    const own = { filename: 'SourceFile', in_app: null }
    const frames = [
      { ...own, module: 'com.shop.Main', function: 'main', lineno: 3, in_app: true },
      { module: 'android.os.Handler', function: 'dispatchMessage', filename: 'Handler.java', lineno: 102 },
      { ...own, module: `${this.#letter}.b`, function: 'a', lineno: this.#line },
    ]
    const exception = {
      values: [{ module: this.#letter, type: 'd', value: 'no total', stacktrace: { frames } }],
    }
    const debug_meta = { images: [{ type: 'proguard', uuid: this.debugId }] }
    return { platform: 'java', exception, debug_meta, ...fields }
  }
}
