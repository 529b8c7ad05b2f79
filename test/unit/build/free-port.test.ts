import { expect, test } from 'bun:test'
import { freePort, portsOf } from '@/build/free-port'

const listen = (port: number) => Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } })

test('a free port can be listened on, and is none that the system gives to others', () => {
  const port = freePort()
  const server = listen(port)
  expect(server.port).toBe(port)
  server.stop(true)
  expect(port).toBeLessThan(32_768)
})

test('ports are given to one only, be it before anybody listens', () => {
  const ports = Array.from({ length: 20 }, freePort)
  expect(new Set(ports).size).toBe(20)
  expect(portsOf(process.pid)).toEqual(expect.arrayContaining(ports))
  const ofMany = Array.from({ length: 400 }, (_, i) => portsOf(process.pid + i)).flat()
  expect(new Set(ofMany).size).toBe(400 * 50)
})

test('a port that is taken is not given', () => {
  // All that this process is given come round within so many.
  const [first = 0, ...others] = Array.from({ length: 50 }, freePort)
  const server = listen(first)
  expect(Array.from({ length: 100 }, freePort)).not.toContain(first)
  server.stop(true)
  expect(Array.from({ length: 100 }, freePort)).toContain(first)
  expect(others).not.toContain(first)
})
