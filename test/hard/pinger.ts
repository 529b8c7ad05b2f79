/** A second client, in a process of its own: prints how long each answer took, until the end of standard input. */
const url = process.argv[2] ?? ''
const PAUSE = 20
const times: number[] = []
const state = { over: false }

const end = Bun.stdin.text().then(() => {
  state.over = true
})
while (!state.over) {
  const start = performance.now()
  const { ok } = await fetch(`${url}/api/ping`).catch(() => ({ ok: false }))
  times.push(ok ? performance.now() - start : Number.MAX_SAFE_INTEGER)
  await Bun.sleep(PAUSE)
}
await end
process.stdout.write(JSON.stringify(times))

export {}
