/**
 * Records in `data-past` whether the buttons of the hero are out of sight. Only then does the
 * stylesheet of the shell show the phone bar, which repeats them.
 */
export function watchHeroButtons(): void {
  const buttons = document.querySelector('.hero .actions')
  if (buttons)
    new IntersectionObserver(([entry]) => {
      document.documentElement.dataset.past = `${!entry!.isIntersecting}`
    }).observe(buttons)
}
