import { rideGpx } from '../../support/ride'
import { type Attack, unexpectedStatus } from '../attack'
import { credentialsOf, uploadForm } from '../victim'

const COUNT = 200

/** Two hundred simultaneous uploads, two hundred simultaneous logins, and both together. */
export const manyAtOnce: Attack = {
  name: '200 uploads and 200 logins at once',
  run: async ({ victim, tried }) => {
    const token = await victim.account('ann')
    const times = <Result>(work: (at: number) => Promise<Result>) =>
      Promise.all(Array.from({ length: COUNT }, (_, at) => work(at)))
    let day = 0
    const upload = async () => {
      day += 1
      const start = new Date(Date.UTC(2020, 0, day, 7))
      const form = uploadForm('ride.gpx', rideGpx({ seed: day, start, kilometres: 2 }))
      const { status } = await victim.call('POST', '/api/workouts', { token, form })
      tried(unexpectedStatus('upload', status, 201))
    }
    const logIn = async (at: number) => {
      const isRight = at % 2 === 0
      const json = { ...credentialsOf('ann'), ...(isRight ? {} : { password: 'wrong password' }) }
      const { status } = await victim.call('POST', '/api/auth/login', { json })
      tried(unexpectedStatus('login', status, isRight ? 200 : 401))
    }
    await times(upload)
    await times(logIn)
    await Promise.all([times(upload), times(logIn)])
    const { body } = await victim.call('GET', '/api/workouts', { token })
    const { total } = body.pagination
    tried(total !== 2 * COUNT && `${total} workouts instead of ${2 * COUNT}`)
  },
}
