import { type ReactNode, useState } from 'react'

export type Choice<Item> = {
  chosen: Item[]
  isChosen: (item: Item) => boolean
  toggle: (item: Item) => void
  /** Chooses the items of which this is true. Without it, those that are proposed. */
  choose: (isWanted?: (item: Item) => boolean) => void
}

/** What the author chooses of a list, of which some items are proposed. */
export function useChoice<Item>(
  items: Item[],
  getKey: (item: Item) => string,
  isProposed: (item: Item) => boolean,
): Choice<Item> {
  /** The items of which the author has chosen otherwise. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const isChosen = (item: Item) => isProposed(item) !== toggled.has(getKey(item))
  return {
    chosen: items.filter(isChosen),
    isChosen,
    toggle: (item) => {
      const key = getKey(item)
      const others = [...toggled].filter((each) => each !== key)
      setToggled(new Set(toggled.has(key) ? others : [...others, key]))
    },
    choose: (isWanted = isProposed) =>
      setToggled(new Set(items.filter((item) => isWanted(item) !== isProposed(item)).map(getKey))),
  }
}

type ChoiceBoxProps<Item> = { choice: Choice<Item>; item: Item; children: ReactNode }

export const ChoiceBox = <Item,>({ choice, item, children }: ChoiceBoxProps<Item>) => (
  <label>
    <input type="checkbox" checked={choice.isChosen(item)} onChange={() => choice.toggle(item)} />
    <span>{children}</span>
  </label>
)
