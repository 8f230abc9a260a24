const { URL: WebURL, URLSearchParams: WebSearchParams } = globalThis

export { WebURL as URL, WebSearchParams as URLSearchParams }

export default { URL: WebURL, URLSearchParams: WebSearchParams }
