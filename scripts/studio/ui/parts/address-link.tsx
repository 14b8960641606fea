import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import type { ValuePlace } from '../../../edit/source-address.ts'
import type { SelectionSource } from '../state/studio-state.ts'
import { useStore } from '../state/use-studio.ts'

/** @property address a value, which is selected on the page, or in the form of what pages share */
type AddressLinkProps = {
  route?: string
  address?: ValuePlace
  source?: SelectionSource
  children: ReactNode
}

/** Shows a page or a value, and closes the dialogs above it. */
export function AddressLink(props: AddressLinkProps) {
  const { route, address, source = 'problems', children } = props
  const store = useStore()
  const show = async () => {
    store.closeDialogs()
    if (route !== undefined) await store.openPage(route, [], source)
    if (address) await store.selectAddress(address, source)
  }
  return (
    <Button className="link-button" onPress={() => void show()}>
      {children}
    </Button>
  )
}
