import { mount } from 'svelte'
import { refuseLargePastes } from '../app/paste.ts'
import { startPlayground } from '../app/start.ts'
import '../style/base.css'
import { embedOptions } from './options.ts'

// Import the embed as a separate chunk, so that the page does not load it with the shared code.
const [playground, { default: Embed }] = await Promise.all([
  startPlayground({ inMemory: true }),
  import('./Embed.svelte'),
])
refuseLargePastes(playground)
const target = document.getElementById('app')
if (target) mount(Embed, { target, props: { playground, ...embedOptions(location.hash, location.search) } })
