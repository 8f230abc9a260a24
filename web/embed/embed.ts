import { mount } from 'svelte'
import { startPlayground } from '../app/start.ts'
import '../style/base.css'
import Embed from './Embed.svelte'
import { embedOptions } from './options.ts'

const playground = await startPlayground({ inMemory: true })
const target = document.getElementById('app')
if (target) mount(Embed, { target, props: { playground, ...embedOptions(location.hash, location.search) } })
