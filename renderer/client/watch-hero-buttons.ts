/**
 * Records in `data-past` whether the page is scrolled past the buttons of the hero. The stylesheet of
 * the shell hides the phone bar, which repeats them, while they are in sight.
 */
export function watchHeroButtons(): void {
  const buttons = document.querySelector('.hero .actions')
  if (buttons)
    new IntersectionObserver(([entry]) => {
      document.documentElement.dataset.past = `${!entry!.isIntersecting}`
    }).observe(buttons)
}
