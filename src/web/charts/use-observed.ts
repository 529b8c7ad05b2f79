import { useSyncExternalStore } from 'react'
import type { Observable } from './cursor'

/** A shared value as React state. */
export function useObserved<Value>(observable: Observable<Value>): Value {
  return useSyncExternalStore(observable.subscribe, observable.get)
}
