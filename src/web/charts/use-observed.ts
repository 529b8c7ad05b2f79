import { useSyncExternalStore } from 'react'
import type { Observable } from './cursor'

/** Returns a shared value as React state. */
export function useObserved<Value>(observable: Observable<Value>): Value {
  return useSyncExternalStore(observable.subscribe, observable.get)
}
