import { type Device, deviceOf } from '@/lib/user-agent'

/** What a request was made with, as far as its headers tell. */
export const requestDevice = ({ headers }: Request): Device | undefined =>
  deviceOf(headers.get('user-agent'))
