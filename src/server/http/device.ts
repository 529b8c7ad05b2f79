import { type Device, detectDevice } from '@/lib/network/user-agent'

/** The device of a request, according to its headers. */
export const requestDevice = ({ headers }: Request): Device | undefined =>
  detectDevice(headers.get('user-agent'))
