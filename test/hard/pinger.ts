/** A second client, in a separate process: prints the response time of each ping until the end of standard input. */
const url = process.argv[2] ?? ''
const PAUSE = 20
/** Milliseconds after which a ping has failed. */
const ANSWER_WITHIN = 60_000
const times: number[] = []
const state = { over: false }

const end = Bun.stdin.text().then(() => {
  state.over = true
})
while (!state.over) {
  const start = performance.now()
  const signal = AbortSignal.timeout(ANSWER_WITHIN)
  const { ok } = await fetch(`${url}/api/ping`, { signal }).catch(() => ({ ok: false }))
  times.push(ok ? performance.now() - start : Number.MAX_SAFE_INTEGER)
  await Bun.sleep(PAUSE)
}
await end
process.stdout.write(JSON.stringify(times))

export {}
