/** The line at fault with what stands around it. */
export function source(lines: string[], at: number) {
  return { pre_context: lines.slice(0, at), context_line: lines[at], post_context: lines.slice(at + 1) }
}

const PAY = source(
  [
    'export async function submitOrder(cart: Cart, method: Method) {',
    '  const order = cart.current',
    "  track('pay', { total: order?.total })",
    '  await api.pay(order.id, { method })',
    "  router.push('/thanks')",
    '}',
  ],
  3,
)
const CLICK = source(
  [
    'export function PayButton({ cart }: Props) {',
    '  const onClick = () => submitOrder(cart, method)',
    '  return <button onClick={onClick}>Pay now</button>',
  ],
  1,
)
export const vendor = (name: string, line: number) => ({
  filename: 'https://shop.example.com/assets/react-dom.js',
  module: 'react-dom',
  function: name,
  lineno: line,
  colno: 14,
  in_app: false,
})
export const app = (path: string, name: string, line: number, context: object = {}) => ({
  filename: path,
  abs_path: path,
  function: name,
  lineno: line,
  colno: 11,
  in_app: true,
  ...context,
})
export const failure = (type: string, value: string, frames: object[], mechanism?: object) => ({
  type,
  value,
  stacktrace: { frames },
  ...(mechanism && { mechanism }),
})

export const BROWSER_FRAMES = [
  vendor('dispatchEvent', 412),
  vendor('batchedUpdates', 2290),
  vendor('processDispatchQueue', 988),
  vendor('executeDispatch', 961),
  app('src/checkout/Button.tsx', 'onClick', 12, CLICK),
  app('src/checkout/pay.ts', 'submitOrder', 88, PAY),
]
