import { expect, test } from 'bun:test'
import { freePort, listPorts } from '@/build/free-port'

const listen = (port: number) => Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } })

test('a free port can be listened on and is outside the range that the system assigns', () => {
  const port = freePort()
  const server = listen(port)
  expect(server.port).toBe(port)
  server.stop(true)
  expect(port).toBeLessThan(32_768)
})

test('a port is returned only once, even before anything listens on it', () => {
  const ports = Array.from({ length: 20 }, freePort)
  expect(new Set(ports).size).toBe(20)
  expect(listPorts(process.pid)).toEqual(expect.arrayContaining(ports))
  const ofMany = Array.from({ length: 400 }, (_, i) => listPorts(process.pid + i)).flat()
  expect(new Set(ofMany).size).toBe(400 * 50)
})

test('a port in use is not returned', () => {
  // The ports of a process repeat after this many.
  const [first = 0, ...others] = Array.from({ length: 50 }, freePort)
  const server = listen(first)
  expect(Array.from({ length: 100 }, freePort)).not.toContain(first)
  server.stop(true)
  expect(Array.from({ length: 100 }, freePort)).toContain(first)
  expect(others).not.toContain(first)
})
