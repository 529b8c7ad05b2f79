/** Where commands read from and write to; tests bring their own. */
export interface Io {
  out: (line: string) => void
  err: (line: string) => void
  env: Record<string, string | undefined>
}

export const terminal: Io = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  env: process.env,
}
